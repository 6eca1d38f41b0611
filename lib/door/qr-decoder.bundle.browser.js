/* Reads QR codes where the browser cannot: Firefox, Safari, and Chrome on some systems. */
export { BarcodeDetector } from 'qr/decode.js'
