// A fake server for component tests: answers by endpoint and records the requests.
import type { Answer, EndpointName } from '~/domain/client';

interface Request {
  path?: unknown;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
}

type Answers = { [K in EndpointName]?: (request: Request) => Answer<K> | Promise<Answer<K>> };

export class FakeServer {
  readonly asked: { endpoint: EndpointName; request: Request }[] = [];
  readonly #answers: Answers;

  constructor(answers: Answers) {
    this.#answers = answers;
  }

  readonly #refusals = new Map<EndpointName, Error>();

  /** Makes the endpoint fail with this error from now on. */
  refuse(endpoint: EndpointName, error: Error): void {
    this.#refusals.set(endpoint, error);
  }

  readonly call = (endpoint: EndpointName, request: Request): Promise<unknown> => {
    this.asked.push({ endpoint, request });
    const error = this.#refusals.get(endpoint);
    if (error) return Promise.reject(error);
    const answer = this.#answers[endpoint];
    if (!answer) return Promise.reject(refusal(10006, 404));
    return Promise.resolve(answer(request));
  };

  requestsOf(endpoint: EndpointName): Request[] {
    return this.asked.filter((one) => one.endpoint === endpoint).map((one) => one.request);
  }
}

interface RefusalParts {
  fields?: { path: string; code: string; params: Record<string, string> }[];
  requestId?: string;
}

/** Creates an error as the shared core rejects with. */
export function refusal(code: number, status: number, parts: RefusalParts = {}): Error {
  return Object.assign(new Error('refused'), { name: 'UnoError', code, status, ...parts });
}

export function pageOf<Row>(
  data: Row[],
  total = data.length,
  totalIsExact = true,
  next: string | null = null,
) {
  return { data, page: 0, pageSize: 20, total, totalIsExact, next };
}
