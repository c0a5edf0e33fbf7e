// Which screens the caller may see, and which actions are permitted there.
import * as core from '@uno/core';

type Question = Parameters<typeof core.accessOf>;
type Answer = ReturnType<typeof core.accessOf>;

// Caches the answers: the core reads all items on every call, which takes a noticeable part of a
// frame on pages that ask often.
const answers = new WeakMap<Question[1], Map<string, Answer>>();

/** Returns the permitted actions on a screen. The cache is valid for one array of items. */
export function accessOf(path: string, items: Question[1], authority: string): Answer {
  const known = answers.get(items) ?? new Map<string, Answer>();
  answers.set(items, known);
  const question = `${authority} ${path}`;
  const answer = known.get(question) ?? core.accessOf(path, items, authority);
  known.set(question, answer);
  return answer;
}
