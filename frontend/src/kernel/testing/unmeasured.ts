// For tests with the editor of formatted text: it measures where the cursor is, and jsdom draws nothing.
const NOWHERE = new DOMRect();

Range.prototype.getClientRects = () => Object.assign([NOWHERE], { item: () => NOWHERE });
Range.prototype.getBoundingClientRect = () => NOWHERE;
document.elementFromPoint = () => null;
