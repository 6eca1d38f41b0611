import { encodeQR } from 'qr'
import { type Answer, published } from '../http/answer.js'

/** The address of a page does not change, so its code may be kept for a day. */
const SECONDS = 86_400

/** Draws an address as a QR code: black on white, with the quiet border that scanners need. */
export const qrSvg = (address: string): string =>
  encodeQR(address, 'svg', { border: 4, ecc: 'medium' }).replace(
    '<path',
    '<path fill="#fff" d="M0 0h999v999H0z"/><path',
  )

export function qrCodeAnswer(address: string): Answer {
  const answer = published(qrSvg(address), 'image/svg+xml', SECONDS)
  return { ...answer, headers: { ...answer.headers, 'x-content-type-options': 'nosniff' } }
}
