// The decoder that the example loads where the browser has no `BarcodeDetector`: of the same interface.
export { BarcodeDetector } from 'qr/decode.js';
