// A part of a page whose code comes when the part is first drawn. Where it cannot be fetched, that is said in the
// part's own place, with another try: the page around it, and what is being written on it, stay as they are.
// React's own `lazy` keeps a failure for ever and throws it at the page.
import { useCallback, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { isChunkFailure } from './code-failure';
import { Unreachable } from './unreachable';

type Code<Props> = () => Promise<{ default: ComponentType<Props> }>;

interface Looks<Props> {
  /** While the code is on the way. */
  loading?: ReactNode;
  /** What nobody misses is left out where it cannot be fetched. */
  optional?: boolean;
  /** In its place where it cannot be fetched. */
  otherwise?: ComponentType<Props>;
}

/** A part whose code may also be fetched before it is drawn. */
type LazyPart<Props> = ((props: Props) => ReactNode) & { load: () => Promise<unknown> };

export function lazyPart<Props extends object = object>(
  fetchFile: Code<Props>,
  { loading = null, optional = false, otherwise: Otherwise }: Looks<Props> = {},
): LazyPart<Props> {
  let known: ComponentType<Props> | undefined;
  const load = async () => {
    known = (await fetchFile()).default;
    return known;
  };

  function Part(props: Props) {
    const [state, setState] = useState<{ Loaded?: ComponentType<Props>; error?: unknown }>(() =>
      known ? { Loaded: known } : {},
    );
    const fetchCode = useCallback(() => {
      load().then(
        (Loaded) => {
          setState({ Loaded });
        },
        (error: unknown) => {
          setState({ error });
        },
      );
    }, []);
    const { Loaded, error } = state;
    const missing = !Loaded;
    useEffect(() => {
      if (missing) fetchCode();
    }, [missing, fetchCode]);
    if (Loaded) return <Loaded {...props} />;
    if (error === undefined) return loading;
    if (optional) return null;
    if (Otherwise) return <Otherwise {...props} />;
    if (!isChunkFailure(error))
      throw error instanceof Error ? error : new Error('No code', { cause: error });
    return <Unreachable onRetry={fetchCode} />;
  }
  return Object.assign(Part, { load });
}
