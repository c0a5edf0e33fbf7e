// Which texts come with the login page, by their keys or how those begin. All others come with the console.
export type Area = 'login' | 'console';

const LOGIN = [
  'action.close',
  'action.reload',
  'action.retry',
  'chunk.',
  'error.offline',
  'error.tooManyUntil',
  'error.unknown',
  'install.',
  'login.',
  'notice.',
  'qrLogin.',
  'session.ended',
  'shell.language',
  'state.error',
  'state.loading',
  'state.offline',
  'validation.invalid',
  'validation.required',
  'validation.tooLong',
  'validation.tooShort',
];

export function areaOf(key: string): Area {
  return LOGIN.some((start) => key.startsWith(start)) ? 'login' : 'console';
}
