// Checks that the recipes of the README do what it says.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import ts from 'typescript';
import { consumer, namesInReadme, PACKAGE, readme, readmeNames } from './consumer.js';
import { CODE, ENDED_CODE } from './fake-api.js';

const FAKE_FETCH = new URL('./fake-fetch.js', import.meta.url).href;

/** Names in the README that the package does not export: of the platform, of responses and errors, of states. */
const OTHERS = [
  ...[
    'await',
    'fetch',
    'null',
    'undefined',
    'BroadcastChannel',
    'Date',
    'Map',
    'NaN',
    'Response',
    'Secure',
    'TypeError',
  ],
  ...[
    'address',
    'browser',
    'cause',
    'code',
    'companyName',
    'error',
    'fields',
    'kind',
    'measuredAt',
    'message',
    'refresh',
  ],
  ...['requestedAt', 'status', 'store', 'ANONYMOUS', 'MEMBER', 'SIGNED_IN', 'UnoCore', 'dist', 'person_', 'qr'],
];

test('the README names only what there is', () => {
  const exported = readFileSync(join(PACKAGE, 'dist/exports.js'), 'utf8').match(/\w+/g) ?? [];
  const types = readFileSync(join(PACKAGE, 'dist/uno_core.d.ts'), 'utf8').matchAll(
    /^export (?:interface|type) (\w+)/gm,
  );
  const known = new Set([...exported, ...[...types].map(([, name]) => String(name)), 'init', ...OTHERS]);
  const names = namesInReadme();
  assert.deepEqual(
    names.filter((name) => !known.has(name)),
    [],
  );
  assert.deepEqual(
    OTHERS.filter((name) => !names.includes(name)),
    [],
  );
});

describe('the recipes', () => {
  let folder = '';
  before(() => {
    const recipes = readmeNames('ts').filter((name) => name.startsWith('recipes/'));
    const options = { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext };
    folder = consumer(
      Object.fromEntries(recipes.map((name) => [name.replace(/ts$/, 'js'), ts.transpile(readme(name), options)])),
    );
  });

  /**
   * Returns the output of a program with the package, the recipes and a signed-in member.
   *
   * @param {string} code
   */
  function printed(code) {
    const begin = `
      import { call, configure, init, signIn, signOut } from '@uno/core';
      import { connect } from './recipes/connect.js';
      await init();
      const kept = [];
      connect({ tokens: null, keep: (tokens) => kept.push(tokens) });
      await signIn('member', 'secret');
    `;
    writeFileSync(join(folder, 'program.js'), begin + code);
    const output = execFileSync(process.execPath, ['--import', FAKE_FETCH, 'program.js'], {
      cwd: folder,
      encoding: 'utf8',
    });
    return JSON.parse(output);
  }

  test('the app keeps the tokens', () => {
    const [signedIn, signedOut] = printed(`await signOut(); console.log(JSON.stringify(kept));`);
    assert.equal(signedIn.refreshToken.token, 'refresh');
    assert.equal(signedOut, null);
  });

  test('a code is answered by the member', () => {
    const outcomes = printed(`
      import { answer } from './recipes/answer.js';
      const asked = [];
      const ask = (answer) => (request) => { asked.push(request.address); return Promise.resolve(answer); };
      const outcomes = [];
      for (const [code, approved] of [['${CODE}', true], ['${CODE}', false], ['${ENDED_CODE}', true], ['hello', true]]) {
        outcomes.push(await answer(code, ask(approved)));
      }
      console.log(JSON.stringify([asked.length, ...outcomes]));
    `);
    assert.deepEqual(outcomes, [2, 'confirmed', 'declined', 'ended', 'not a code of ours']);
  });

  test('codes are shown until somebody is signed in', () => {
    const shown = printed(`
      import { showCodes } from './recipes/show-codes.js';
      const image = { src: '' };
      const left = { textContent: null };
      await new Promise((done) => showCodes(image, left, done));
      console.log(JSON.stringify([image.src, kept.length]));
    `);
    assert.deepEqual(shown, ['data:image/png;base64,aW1hZ2U=', 2]);
  });

  test('errors are told by their codes and fields', () => {
    const told = printed(`
      import { register } from './recipes/register.js';
      const person = (loginId) => ({ loginId, password: 'long enough 1', name: 'A' });
      const never = new AbortController().signal;
      console.log(JSON.stringify([await register(person('fresh'), never), await register(person('taken'), never)]));
    `);
    assert.deepEqual(told, ['registered', 'loginId: taken']);
  });
});
