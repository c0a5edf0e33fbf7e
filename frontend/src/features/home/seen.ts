// Whether an element is, or has been, in view: what stands below asks for nothing until somebody comes to it.
import { useEffect, useRef, useState, type RefObject } from 'react';

export function useSeen<E extends Element>(): readonly [RefObject<E | null>, boolean] {
  const frame = useRef<E>(null);
  const [seen, setSeen] = useState(() => typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    if (seen || !frame.current) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    observer.observe(frame.current);
    return () => {
      observer.disconnect();
    };
  }, [seen]);
  return [frame, seen];
}
