// An installation with nothing but an administrator, on a separate server.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';

const BINARY = process.env.UNO_BINARY ?? '../target/release/uno';
/** The administrator's password. */
export const FIRST = 'correct horse battery';

/** Starts an installation. Returns a function that stops it. */
export async function startEmpty(address: string): Promise<() => void> {
  const database = `sqlite://${join(mkdtempSync(join(tmpdir(), 'uno-empty-')), 'uno.db')}`;
  execFileSync(BINARY, ['--database-url', database, 'admin', 'create', '--login-id', 'admin'], {
    input: FIRST,
  });
  const server = spawn(BINARY, ['--database-url', database, 'serve', '--listen', address]);
  await expect(async () => {
    expect((await fetch(`http://${address}/readyz`)).ok).toBe(true);
  }).toPass();
  return () => {
    server.kill();
  };
}
