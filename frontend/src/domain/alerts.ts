// The number of unread alerts, as an event stream. The core sends the request, with its token and
// with a renewed one if necessary. The events are parsed here, because a call of the core ends with
// its response.
import { call, type Answer } from './client';
import { setTransport } from './rights';

export type UnreadAlerts = Answer<'MarkAlertsRead'>;
type Send = (request: Request) => Promise<Response>;

const PATH = '/api/v1/alerts/stream';
const KIND = 'text/event-stream';
/**
 * The server sends a heartbeat every 20 seconds. A longer silence means that the connection is
 * lost.
 */
const SILENCE = 50_000;
/** Events have a few dozen characters. More text without a separator is not an event stream. */
const LONGEST = 10_000;

type BodyReceiver = (body: ReadableStream<Uint8Array>) => void;

/** Receives the body of the stream that is being requested. */
let waiting: BodyReceiver | undefined;

/**
 * Sends a request of the core. The body of a stream is passed to its receiver, and the core gets an
 * empty response.
 */
export async function fetchEvents(request: Request, send: Send): Promise<Response> {
  const receive = waiting;
  if (!receive || !new URL(request.url).pathname.endsWith(PATH)) return send(request);
  request.headers.set('accept', KIND);
  const answer = await send(request);
  // A proxy may answer with a page of its own.
  const isStream = answer.headers.get('content-type')?.startsWith(KIND) ?? false;
  if (!answer.ok || !answer.body || !isStream) return answer;
  receive(answer.body);
  return Response.json(null);
}

setTransport(fetchEvents);

/**
 * Calls `onCount` with each count until the stream ends, falls silent or the signal aborts. Rejects
 * if the stream cannot be opened, breaks off, or is not an event stream.
 */
export async function listenForAlerts(
  onCount: (unread: number) => void,
  signal: AbortSignal,
): Promise<void> {
  let body: ReadableStream<Uint8Array> | undefined;
  const receive: BodyReceiver = (found) => {
    body = found;
  };
  waiting = receive;
  try {
    await call('StreamAlerts', {}, signal);
  } finally {
    // After an abort, another stream may already be requested.
    if (waiting === receive) waiting = undefined;
  }
  if (!body) throw new Error('The stream has no body');
  await readEvents(body, signal, (data) => {
    const told = JSON.parse(data) as UnreadAlerts;
    onCount(told.unreadCount);
  });
}

/** Parses unnamed events. Comments are heartbeats. */
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
    // An abandoned stream would stay open, and an account may have only ten.
    stop();
  }
}
