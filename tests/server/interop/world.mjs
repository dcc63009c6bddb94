// The world of a story: an authorization server, a server with its files and its ledger, and the arm of one client.

import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const here = (name) => fileURLToPath(new URL(name, import.meta.url));

/** A program that answers lines of JSON with lines of JSON, and ends with its input. */
export class Program {
  constructor([command, ...args], { json = true, ...more } = {}) {
    this.json = json;
    this.child = spawn(command, args, { stdio: ['pipe', 'pipe', process.env.INTEROP_SHOW ? 'inherit' : 'pipe'], ...more });
    this.errors = '';
    this.child.stderr?.on('data', (part) => (this.errors = `${this.errors}${part}`.slice(-4000)));
    this.child.stdin.on('error', () => {});
    this.ended = new Promise((ended) => {
      this.child.on('exit', ended);
      this.child.on('error', (failed) => ended((this.errors += String(failed))));
    });
    this.lines = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]();
  }

  /** The next line, as JSON where it is. */
  async next() {
    const { value, done } = await this.lines.next();
    if (done) throw new Error(`${this.child.spawnfile} ended: ${this.errors}`);
    return this.json ? JSON.parse(value) : value;
  }

  /** What it answers to a line. One that says nothing for long is ended. */
  async ask(line) {
    const late = setTimeout(() => this.child.kill(), 60_000);
    this.child.stdin.write(`${JSON.stringify(line)}\n`);
    const said = await this.next();
    clearTimeout(late);
    return said;
  }

  async end() {
    // An arm ends with its input, a server when it is told to.
    if (this.json) this.child.stdin.end();
    else this.child.kill('SIGTERM');
    const late = setTimeout(() => this.child.kill(), 5000);
    await this.ended;
    clearTimeout(late);
  }
}

const all = (folder, at = folder) =>
  readdirSync(at, { withFileTypes: true }).flatMap((entry) => {
    const path = join(at, entry.name);
    return entry.isDirectory() ? all(folder, path) : [relative(folder, path)];
  });

/** Everything that one client's story needs. `serve` starts the server: see `servers.mjs`. */
export class World {
  static async open({ node, arm, serve }) {
    const world = new World();
    world.folder = mkdtempSync(join(tmpdir(), 'interop-'));
    const files = join(world.folder, 'files');
    mkdirSync(join(files, 'payroll'), { recursive: true });
    writeFileSync(join(files, 'notes.txt'), 'Water the plants.\n');
    writeFileSync(join(files, 'letter.txt'), 'Dear Plant Shop,\n');
    writeFileSync(join(files, 'payroll', 'june.csv'), 'alice,1\n');
    world.programs = [];
    const start = (command, more) => {
      const program = new Program(command, more);
      world.programs.push(program);
      return program;
    };
    try {
      const { issuer, bench } = await start([node, here('authorization-server.mjs')]).next();
      world.bench = bench;
      Object.assign(world, await serve({ start, files, folder: world.folder, issuer }));
      const home = join(world.folder, 'home');
      mkdirSync(home);
      world.arm = () => start(arm, { env: { ...process.env, HOME: home } });
    } catch (failed) {
      await world.close();
      throw failed;
    }
    return world;
  }

  /** What is there. */
  effects() {
    const files = all(join(this.folder, 'files')).filter((file) => !file.startsWith('.')).sort();
    return { files, payments: this.payments() };
  }

  /** What the authorization server was asked, as of the last `tell`. */
  seen() {
    return this.noted;
  }

  authorizations() {
    return this.noted.filter((request) => request.kind === 'authorization');
  }

  /** Tells the arm, and returns whatever it says. */
  async tell(what) {
    const said = await this.client.ask(what);
    this.noted = await (await fetch(`${this.bench}/seen`)).json();
    if (said.impossible) {
      this.hidden = true;
      throw new Impossible(said.impossible);
    }
    return said;
  }

  /** A connection of alice's, with a new client. Where it has to, it asks for these scopes from the start. */
  async connect(...scopes) {
    await this.client?.end();
    this.client = this.arm();
    const person = { bench: this.bench, user: 'alice', grant: 'all' };
    this.held = scopes.length > 0 ? scopes : ['files:read'];
    return this.expect({ do: 'connect', url: this.url, person, ...(this.hidden && { scopes: scopes.join(' ') }) });
  }

  /** A connection to a server of its own, over stdio: to the same files, ledger and grants. */
  async connectStdio() {
    await this.client?.end();
    this.client = this.arm();
    return this.expect({ do: 'connect', command: this.command });
  }

  /** For a client that cannot call what the list hides: from now on, it has this scope. Others step up as they call. */
  async reach(scope) {
    if (this.hidden) await this.connect(...this.held, scope);
  }

  call(tool, args, answer) {
    return this.expect({ do: 'call', tool, args, answer });
  }

  async expect(what) {
    const said = await this.tell(what);
    if (said.error) throw new Error(said.error);
    return said;
  }

  async close() {
    for (const program of this.programs.reverse()) await program.end();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** What a client can never do. */
export class Impossible extends Error {}

export const isFile = (path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

export const lines = (path) => (isFile(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : []);
