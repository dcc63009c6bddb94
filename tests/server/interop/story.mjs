// The four-tool story, step by step. A step is told to a client's arm, and what the client gave back is held against what
// really happened: the files that are there, the rows of the ledger, what the authorization server was asked.

import assert from 'node:assert/strict';

/** What a server must not have done, for a call that a person did not want. */
const unchanged = async (world, act) => {
  const before = world.effects();
  const said = await act();
  assert.deepEqual(world.effects(), before, 'something happened');
  return said;
};

/** One question about this very call, which names what it would do. */
const askedOnce = (said, ...named) => {
  assert.equal(said.asked.length, 1, `questions: ${JSON.stringify(said.asked)}`);
  for (const word of named) assert.ok(said.asked[0].includes(word), `the question lacks ${word}: ${said.asked[0]}`);
};

const done = (said, ...named) => {
  assert.equal(said.isError, false, said.text);
  for (const word of named) assert.ok(said.text.includes(word), `the text lacks ${word}: ${said.text}`);
};

const NO = { decline: /^Not run: the person declined/, cancel: /^Not run: the person closed the question/ };

/** A call that a person is asked about and does not want. */
const refused = (tool, args, answer, ...named) => async (world) => {
  const said = await unchanged(world, () => world.call(tool, args, answer));
  askedOnce(said, tool, ...named);
  assert.equal(said.isError, true, said.text);
  assert.match(said.text, NO[answer]);
};

/** What a client asked for, beside a refresh token. */
const scopesOf = ({ scope }) => scope.split(' ').filter((one) => one !== 'offline_access').sort();

/** A call for which the client had to step up, in one authorization for all that it has and all that is needed. */
const steppedUp = async (world, act, ...scopes) => {
  const before = world.authorizations().length;
  const held = scopesOf(world.authorizations().at(-1));
  const said = await act();
  const since = world.authorizations().slice(before);
  assert.equal(since.length, 1, `authorizations: ${JSON.stringify(since)}`);
  assert.deepEqual(scopesOf(since[0]), [...new Set([...held, ...scopes])].sort(), 'the scopes of the step-up');
  return said;
};

const names = (listed) => listed.tools.map((tool) => tool.name).sort();

const PAYROLL = { tool: 'delete_file', args: { path: 'payroll/june.csv' } };

/** A step-up that gives the client less than the call needs: it ends with an error, soon, and nothing runs. */
const inVain = (how) => async (world) => {
  await world.connect('files:read', 'files:write');
  await world.tell({ do: 'grant', how });
  const before = world.authorizations().length;
  const said = await unchanged(world, () => world.tell({ do: 'call', ...PAYROLL, answer: 'accept' }));
  assert.ok(said.error, `not an error: ${JSON.stringify(said)}`);
  const since = world.authorizations().length - before;
  assert.ok(since === (how === 'deny' ? 0 : 1) || since === 2, `authorizations: ${since}`);
};

export const STEPS = [
  ['first token: only what the 401 names', async (world) => {
    await world.connect();
    const [only, ...more] = world.authorizations();
    assert.deepEqual(more, [], 'one authorization');
    assert.deepEqual(scopesOf(only), ['files:read']);
    assert.equal(only.method, 'S256');
    const resources = world.seen().map((request) => request.resource);
    assert.deepEqual([...new Set(resources)], [world.url], 'the resource of each request');
  }],
  ['tools/list: only what the token covers', async (world) => {
    const listed = await world.tell({ do: 'list' });
    assert.deepEqual(names(listed), ['list_files']);
  }],
  ['list_files: runs unasked', async (world) => {
    const said = await unchanged(world, () => world.call('list_files', {}, 'decline'));
    assert.deepEqual(said.asked, []);
    done(said, 'notes.txt', 'letter.txt');
  }],
  ['list_files in payroll: step-up by its arguments', async (world) => {
    const list = () => world.call('list_files', { folder: 'payroll' }, 'decline');
    const said = await steppedUp(world, () => unchanged(world, list), 'files:read', 'files:payroll');
    assert.deepEqual(said.asked, []);
    done(said, 'june.csv');
  }],
  ['search_web: step-up to a tool that the list hid', async (world) => {
    const search = () => world.call('search_web', { query: 'two gates' }, 'accept');
    const said = await steppedUp(world, () => unchanged(world, search), 'web:search');
    askedOnce(said, 'search_web', 'two gates');
    done(said);
  }],
  ['search_web: accept', async (world) => {
    await world.reach('web:search');
    const said = await unchanged(world, () => world.call('search_web', { query: 'three gates' }, 'accept'));
    askedOnce(said, 'search_web', 'three gates');
    done(said);
    assert.notEqual(said.text.trim(), '');
  }],
  ['search_web: decline', refused('search_web', { query: 'a secret' }, 'decline', 'a secret')],
  ['search_web: cancel', refused('search_web', { query: 'a secret' }, 'cancel', 'a secret')],
  ['delete_file: decline', async (world) => {
    await world.reach('files:write');
    await refused('delete_file', { path: 'notes.txt' }, 'decline', 'notes.txt')(world);
  }],
  ['delete_file: cancel', refused('delete_file', { path: 'notes.txt' }, 'cancel', 'notes.txt')],
  ['delete_file: accept, and it is gone', async (world) => {
    const { files, payments } = world.effects();
    const said = await world.call('delete_file', { path: 'notes.txt' }, 'accept');
    askedOnce(said, 'delete_file', 'notes.txt');
    done(said, 'notes.txt');
    assert.deepEqual(world.effects(), { files: files.filter((file) => file !== 'notes.txt'), payments });
  }],
  ['send_payment of 2,000: both of its scopes in one step-up', async (world) => {
    const decline = refused('send_payment', { to: 'Plant Shop', amount: 2000 }, 'decline', 'Plant Shop', '2000');
    await steppedUp(world, () => decline(world), 'payments:write', 'payments:approve');
  }],
  ['send_payment: accept, and it is in the ledger', async (world) => {
    await world.reach('payments:write');
    const { files } = world.effects();
    const said = await world.call('send_payment', { to: 'Plant Shop', amount: 20 }, 'accept');
    askedOnce(said, 'send_payment', 'Plant Shop', '20', 'EUR');
    done(said, 'Plant Shop');
    assert.deepEqual(world.effects(), { files, payments: [{ to: 'Plant Shop', amount: 20, currency: 'EUR' }] });
  }],
  ['send_payment: decline', refused('send_payment', { to: 'Plant Shop', amount: 30 }, 'decline', '30')],
  ['send_payment: cancel', refused('send_payment', { to: 'Plant Shop', amount: 30 }, 'cancel', '30')],
  ['tools/list: all four by now', async (world) => {
    const listed = await world.tell({ do: 'list' });
    assert.deepEqual(names(listed), ['delete_file', 'list_files', 'search_web', 'send_payment']);
  }],
  ['half of a step-up is granted: an error, and nothing runs', inVain('half')],
  ['a step-up is denied: an error, and nothing runs', inVain('deny')],
  ['over stdio: unasked, declined, accepted', async (world) => {
    await world.connectStdio();
    const listed = await unchanged(world, () => world.call('list_files', {}, 'decline'));
    assert.deepEqual(listed.asked, []);
    done(listed, 'letter.txt');
    await refused('delete_file', { path: 'letter.txt' }, 'decline', 'letter.txt')(world);
    const { files, payments } = world.effects();
    const said = await world.call('delete_file', { path: 'letter.txt' }, 'accept');
    askedOnce(said, 'delete_file', 'letter.txt');
    done(said, 'letter.txt');
    assert.deepEqual(world.effects(), { files: files.filter((file) => file !== 'letter.txt'), payments });
  }],
];
