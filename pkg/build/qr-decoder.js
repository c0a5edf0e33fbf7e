// The decoder that the example loads if the browser has no `BarcodeDetector`; it has the same interface.
export { BarcodeDetector } from 'qr/decode.js';
