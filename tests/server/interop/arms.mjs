// The clients of the story: the program of each, and what the page calls it.

import { readFileSync } from 'node:fs';
import { here } from './world.mjs';

const npm = (name) => JSON.parse(readFileSync(here(`node_modules/@modelcontextprotocol/${name}/package.json`))).version;
const pinned = (file, line) => readFileSync(here(file), 'utf8').match(line)[1];

/** All four. `programs` says where the Python and the binary of rmcp's arm are. What a host has to know is `mind`. */
export const arms = ({ node, python, rmcp }) => [
  {
    name: `TypeScript client ${npm('client')}`,
    program: [node, here('typescript.mjs')],
    mind: 'counts step-ups within one request; across requests its host has to stop it.',
  },
  {
    name: `Python client ${pinned('requirements.txt', /^mcp==([^\s\\]+)/m)}`,
    program: [python, here('python.py')],
    mind: 'steps up by itself, once for each request.',
  },
  {
    name: `rmcp client ${pinned('../../../Cargo.toml', /^rmcp = \{ version = "=([^"]+)"/m)}`,
    program: [rmcp],
    mind: 'steps up by nothing itself: its host reads the challenge, and asks the authorization manager.',
  },
  {
    name: `MCP Inspector ${npm('inspector')}`,
    program: [node, here('inspector.mjs')],
    mind:
      'is two commands: `mcpdo` answers questions and cannot step up, `mcp-inspector --cli` steps up and cannot answer. ' +
      'With a refresh token it answers a step-up with a refresh and fails, so it is set to ask for none.',
  },
];
