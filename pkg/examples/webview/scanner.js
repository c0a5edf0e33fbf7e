// Reads QR codes from the camera and from photos: by the browser's own detector, or by one that is loaded when it is
// needed first.

/** How long between two looks at the camera. */
const PAUSE_MILLISECONDS = 150;

/** @typedef {{ detect(image: ImageBitmapSource): Promise<{ rawValue: string }[]> }} Detector */

/** @type {Promise<Detector> | undefined} */
let loading;

/** @returns {Promise<Detector>} */
async function load() {
  const own = Reflect.get(globalThis, 'BarcodeDetector');
  const formats = await own?.getSupportedFormats().catch(() => []);
  const Detector = formats?.includes('qr_code') ? own : (await import('../../dist/qr-decoder.js')).BarcodeDetector;
  return new Detector({ formats: ['qr_code'] });
}

/** @param {ImageBitmapSource} image */
async function textIn(image) {
  loading ??= load().catch((error) => {
    // Not kept, so that the next look tries again.
    loading = undefined;
    throw error;
  });
  const found = await (await loading).detect(image);
  return found[0]?.rawValue;
}

/**
 * The text of the code in a photo; `undefined` where there is none.
 *
 * @param {Blob} photo
 */
export async function readPhoto(photo) {
  const image = await createImageBitmap(photo);
  try {
    return await textIn(image);
  } finally {
    image.close();
  }
}

/**
 * Shows the camera and tells what it sees, until it is stopped.
 *
 * @param {HTMLVideoElement} video
 * @param {(text: string) => void} onText
 * @returns {Promise<() => void>} What stops it.
 */
export async function scan(video, onText) {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  let running = true;
  const stop = () => {
    running = false;
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  };
  try {
    video.srcObject = stream;
    await video.play();
  } catch (error) {
    stop();
    throw error;
  }
  void (async () => {
    while (running) {
      // A frame that cannot be read is followed by the next.
      const text = await textIn(video).catch(() => undefined);
      if (running && text !== undefined) onText(text);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
    }
  })();
  return stop;
}
