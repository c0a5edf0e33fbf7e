// The address that somebody means who types one into the link box.
import { isAllowedLink } from './sanitise';

const MAIL = /^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/;
/** A name with a dot in it, and what may follow one. */
const HOST = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d+)?(?:[/?#]\S*)?$/u;

/** Undefined where no allowed link can be made of it. */
export function linkAddress(typed: string): string | undefined {
  const text = typed.trim();
  const address = MAIL.test(text) ? `mailto:${text}` : HOST.test(text) ? `https://${text}` : text;
  return isAllowedLink(address) && URL.canParse(address) && !/\s/.test(address)
    ? address
    : undefined;
}
