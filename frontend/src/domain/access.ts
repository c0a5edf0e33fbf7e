// Which screens the caller may see and what the caller may do there.
import * as core from '@uno/core';

type Question = Parameters<typeof core.accessOf>;
type Answer = ReturnType<typeof core.accessOf>;

// The core reads all items with every question, which costs a page that asks often a part of its frame.
const answers = new WeakMap<Question[1], Map<string, Answer>>();

/** What may be done on a screen with these items, as long as they are the same. */
export function accessOf(path: string, items: Question[1], authority: string): Answer {
  const known = answers.get(items) ?? new Map<string, Answer>();
  answers.set(items, known);
  const question = `${authority} ${path}`;
  const answer = known.get(question) ?? core.accessOf(path, items, authority);
  known.set(question, answer);
  return answer;
}
