//! QR codes as images for cameras: black on white with the quiet zone, one bit per pixel.

use crate::problem::Problem;
use base64::{Engine as _, engine::general_purpose::STANDARD};
use qrcode::{Color, EcLevel, QrCode};

/// Width of a module in pixels.
const SCALE: usize = 6;
/// Width of the white border in modules, as the standard requires.
const QUIET_ZONE: usize = 4;

/// Returns the QR code of a text as a PNG in base64.
///
/// # Errors
/// Returns an error if the text is too long for a QR code.
pub fn png_base64(text: &str) -> Result<String, Problem> {
    let code = QrCode::with_error_correction_level(text, EcLevel::M).map_err(Problem::internal)?;
    let modules = code.width();
    let side = (modules + 2 * QUIET_ZONE) * SCALE;
    let row_bytes = side.div_ceil(8);
    let mut pixels = vec![0xFF_u8; row_bytes * side];
    for (index, _) in code.to_colors().iter().enumerate().filter(|(_, color)| **color == Color::Dark) {
        let left = (index % modules + QUIET_ZONE) * SCALE;
        let top = (index / modules + QUIET_ZONE) * SCALE;
        for y in top..top + SCALE {
            for x in left..left + SCALE {
                pixels[y * row_bytes + x / 8] &= !(0x80 >> (x % 8));
            }
        }
    }
    let side = u32::try_from(side).map_err(Problem::internal)?;
    let mut file = Vec::with_capacity(1024);
    let mut encoder = png::Encoder::new(&mut file, side, side);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::One);
    let mut writer = encoder.write_header().map_err(Problem::internal)?;
    writer.write_image_data(&pixels).map_err(Problem::internal)?;
    writer.finish().map_err(Problem::internal)?;
    Ok(STANDARD.encode(file))
}
