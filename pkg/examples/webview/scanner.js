// Reads QR codes from the camera and from photos, with the browser's detector or one that is loaded on first use.

/** The time between two scans of the camera image. */
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
    // Drops the failed promise, so that the next scan tries again.
    loading = undefined;
    throw error;
  });
  const found = await (await loading).detect(image);
  return found[0]?.rawValue;
}

/**
 * Returns the text of the code in a photo, or `undefined` if there is none.
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
 * Shows the camera image and reports the codes in it until it is stopped.
 *
 * @param {HTMLVideoElement} video
 * @param {(text: string) => void} onText
 * @returns {Promise<() => void>} A function that stops it.
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
      // Skips a frame that cannot be read.
      const text = await textIn(video).catch(() => undefined);
      if (running && text !== undefined) onText(text);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
    }
  })();
  return stop;
}
