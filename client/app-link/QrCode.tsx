import { create } from 'qrcode';
import { darkRuns, quietZone } from './dark-runs.ts';
import styles from './OpenInApp.module.css';

/** A QR code of an address, for the camera of a phone beside this screen. The address goes nowhere to be drawn. */
export function QrCode({ address, label }: { address: string; label: string }) {
  const { modules } = create(address, { errorCorrectionLevel: 'M' });
  const side = modules.size + 2 * quietZone;
  return (
    <svg className={styles['code']} viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label}>
      <rect className={styles['tile']} width={side} height={side} rx={1} />
      <path className={styles['modules']} shapeRendering="crispEdges" d={darkRuns(modules)} />
    </svg>
  );
}
