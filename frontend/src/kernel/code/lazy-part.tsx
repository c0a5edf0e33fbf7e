// A part of a page whose code is loaded on its first render. If the code cannot be fetched, the
// part shows that with a retry button in its own place, and the page around it keeps its state.
// React's `lazy` caches a failure forever and throws it at the page.
import { useCallback, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { isChunkFailure } from './code-failure';
import { Unreachable } from './unreachable';

type Code<Props> = () => Promise<{ default: ComponentType<Props> }>;

interface Looks<Props> {
  /** Rendered while the code is loading. */
  loading?: ReactNode;
  /** Renders nothing if the code cannot be loaded. */
  optional?: boolean;
  /** Rendered if the code cannot be loaded. */
  otherwise?: ComponentType<Props>;
}

/** A part whose code can also be preloaded. */
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
