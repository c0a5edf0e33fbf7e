// How many alerts are unread, as the server goes on telling it. The core asks with its token, and again with a renewed one;
// the events of the answer are read here, because a call of the core ends with its answer.
import { call, type Answer } from './client';
import { sendThrough } from './rights';

export type UnreadAlerts = Answer<'MarkAlertsRead'>;
type Send = (request: Request) => Promise<Response>;

const PATH = '/api/v1/alerts/stream';
const KIND = 'text/event-stream';
/** The server gives a sign of life every 20 seconds; who hears nothing for longer has lost it. */
const SILENCE = 50_000;
/** No event is longer than some dozens of characters: more without an end is none. */
const LONGEST = 10_000;

type Take = (body: ReadableStream<Uint8Array>) => void;

/** Who waits for the body of the stream that is being asked for. */
let waiting: Take | undefined;

/** Sends a request of the core; a stream's body goes to who waits for it, and the core hears that it has begun. */
export async function fetchEvents(request: Request, send: Send): Promise<Response> {
  const take = waiting;
  if (!take || !new URL(request.url).pathname.endsWith(PATH)) return send(request);
  request.headers.set('accept', KIND);
  const answer = await send(request);
  // What stands between may answer a page of its own.
  const isStream = answer.headers.get('content-type')?.startsWith(KIND) ?? false;
  if (!answer.ok || !answer.body || !isStream) return answer;
  take(answer.body);
  return Response.json(null);
}

sendThrough(fetchEvents);

/** Tells each count until the stream ends or the signal gives it up; rejects where it could not be had. */
export async function listenForAlerts(
  onCount: (unread: number) => void,
  signal: AbortSignal,
): Promise<void> {
  let body: ReadableStream<Uint8Array> | undefined;
  const take: Take = (found) => {
    body = found;
  };
  waiting = take;
  try {
    await call('StreamAlerts', {}, signal);
  } finally {
    // Where this one was given up, another may be asked for already.
    if (waiting === take) waiting = undefined;
  }
  if (!body) throw new Error('The stream has no body');
  await readEvents(body, signal, (data) => {
    const told = JSON.parse(data) as UnreadAlerts;
    onCount(told.unreadCount);
  });
}

/** Reads events without names; comments are signs of life. */
async function readEvents(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  onData: (data: string) => void,
): Promise<void> {
  const reader = body.getReader();
  const stop = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  const decoder = new TextDecoder();
  let rest = '';
  let silence: ReturnType<typeof setTimeout> | undefined;
  try {
    for (;;) {
      clearTimeout(silence);
      silence = setTimeout(stop, SILENCE);
      const { done, value } = await reader.read();
      if (done) return;
      const events = (rest + decoder.decode(value, { stream: true })).split('\n\n');
      rest = events.pop() ?? '';
      if (rest.length > LONGEST) throw new Error('The stream has no events');
      for (const event of events) {
        const lines = event.split('\n').filter((line) => line.startsWith('data:'));
        if (lines.length > 0) onData(lines.map((line) => line.slice(5).trimStart()).join('\n'));
      }
    }
  } finally {
    clearTimeout(silence);
    signal.removeEventListener('abort', stop);
    // One that is given up for what it says would go on: an account has few.
    stop();
  }
}
