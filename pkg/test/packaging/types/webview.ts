// A script of a page without modules: the global, typed. Compiled, never run.
/// <reference types="@uno/core/iife" />

async function start(): Promise<string> {
  await UnoCore.init({ url: '/uno_core_bg.wasm' });
  UnoCore.configure({ baseUrl: '' });
  const profile = await UnoCore.call('GetOwnProfile');
  return profile.name;
}

// @ts-expect-error: there is no such endpoint
void start().then(() => UnoCore.call('GetNothing'));
