// For tests with the rich-text editor: it measures the cursor's position, but jsdom has no layout.
const NOWHERE = new DOMRect();

Range.prototype.getClientRects = () => Object.assign([NOWHERE], { item: () => NOWHERE });
Range.prototype.getBoundingClientRect = () => NOWHERE;
document.elementFromPoint = () => null;
