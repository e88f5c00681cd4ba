import { useEffect, useState } from 'react';

interface QrCodeProps {
  /** Its content; the code is drawn in the browser, without a request. */
  text: string;
  /** Its alternative text. */
  label: string;
  /** Sets its size and colours: dark on light, even in forced colours. */
  className: string | undefined;
}

/** A QR code, drawn once its code is loaded; the page must also work without it, and says so when it is missing. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const [drawing, setDrawing] = useState<{ size: number; path: string } | 'missing' | null>(null);
  useEffect(() => {
    let wanted = true;
    import('uqr').then(
      ({ encode }) => {
        const { size, data } = encode(text, { ecc: 'M' });
        const dark = data.flatMap((row, y) => row.flatMap((bit, x) => (bit ? [`M${x} ${y}h1v1h-1z`] : [])));
        if (wanted) setDrawing({ size, path: dark.join('') });
      },
      () => wanted && setDrawing('missing'),
    );
    return () => {
      wanted = false;
    };
  }, [text]);
  if (drawing === 'missing') return <p>The QR code did not come. Load the page again.</p>;
  const size = drawing?.size ?? 1;
  return (
    <svg
      className={className}
      viewBox={`-4 -4 ${size + 8} ${size + 8}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      {drawing ? <path d={drawing.path} /> : null}
    </svg>
  );
}
