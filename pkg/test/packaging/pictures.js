// Pictures of QR codes: a photo and a camera image.
import encodeQR from 'qr';

const BLACK = 0;
const WHITE = 255;

/**
 * Draws a grey picture with the code of this text in its middle.
 *
 * @param {string} text
 * @param {number} width
 * @param {number} height
 */
function picture(text, width, height) {
  const modules = encodeQR(text, 'raw', { border: 4 });
  const scale = Math.floor(Math.min(width, height) / modules.length);
  const left = Math.floor((width - modules.length * scale) / 2);
  const top = Math.floor((height - modules.length * scale) / 2);
  return Uint8Array.from({ length: width * height }, (_, index) => {
    const row = modules[Math.floor((Math.floor(index / width) - top) / scale)];
    return row?.[Math.floor(((index % width) - left) / scale)] ? BLACK : WHITE;
  });
}

/**
 * Returns a photo: a bitmap with 8 bits per pixel.
 *
 * @param {string} text
 */
export function photo(text) {
  const [width, height] = [480, 480];
  const header = Buffer.alloc(54 + 256 * 4);
  header.write('BM');
  header.writeUInt32LE(header.length + width * height, 2);
  header.writeUInt32LE(header.length, 10);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(width, 18);
  // A negative height means that the first row is the top one.
  header.writeInt32LE(-height, 22);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(8, 28);
  for (let grey = 0; grey < 256; grey += 1) header.writeUInt32LE(grey * 0x010101, 54 + grey * 4);
  return { name: 'photo.bmp', mimeType: 'image/bmp', buffer: Buffer.concat([header, picture(text, width, height)]) };
}

/**
 * Returns a video of one frame that Chromium plays in place of a camera.
 *
 * @param {string} text
 */
export function film(text) {
  const [width, height] = [640, 480];
  const colours = Buffer.alloc((width * height) / 2, 128);
  const header = Buffer.from(`YUV4MPEG2 W${width} H${height} F30:1 Ip C420jpeg\nFRAME\n`);
  return Buffer.concat([header, picture(text, width, height), colours]);
}
