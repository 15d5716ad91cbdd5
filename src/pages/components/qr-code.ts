/** QR codes as SVG, without styles, scripts or images from elsewhere. */

import type { Text } from '../../core/languages/message.ts'
import { type Html, html } from '../../inbound/web/html.ts'

/** Light modules around the code, which scanners need (ISO/IEC 18004). */
const QUIET_ZONE = 4

/** @param label text for people who can't see the code */
export async function renderQrCode(text: string, label: Text): Promise<Html> {
  const { default: encodeQr } = await import('qr')
  const rows = encodeQr(text, 'raw', { ecc: 'medium', border: QUIET_ZONE })
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return html`<svg class="qr-code" viewBox="0 0 ${rows.length} ${rows.length}" role="img" aria-label="${label}" shape-rendering="crispEdges"><path d="${path}"/></svg>`
}
