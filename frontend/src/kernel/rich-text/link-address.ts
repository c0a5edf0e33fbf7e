// Interprets an address typed into the link box.
import { isAllowedLink } from './sanitise';

const MAIL = /^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/;
/** A host name with a dot, and an optional port, path, query or fragment. */
const HOST = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d+)?(?:[/?#]\S*)?$/u;

/** Returns the link, or undefined if the text is not an allowed one. */
export function linkAddress(typed: string): string | undefined {
  const text = typed.trim();
  const address = MAIL.test(text) ? `mailto:${text}` : HOST.test(text) ? `https://${text}` : text;
  return isAllowedLink(address) && URL.canParse(address) && !/\s/.test(address)
    ? address
    : undefined;
}
