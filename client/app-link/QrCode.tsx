import { useEffect, useState } from 'react';

interface QrCodeProps {
  /** What it says; it goes nowhere to be drawn. */
  text: string;
  /** What it is for, for those who do not see it. */
  label: string;
  /** Gives it its size, and its colours: dark on light, also where the system sets its own. */
  className: string | undefined;
}

/** A QR code. Drawn once its code is there; whatever stands beside it must do without. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const [drawing, setDrawing] = useState<{ size: number; path: string } | null>(null);
  useEffect(() => {
    let wanted = true;
    void import('uqr').then(({ encode }) => {
      const { size, data } = encode(text, { ecc: 'M' });
      const dark = data.flatMap((row, y) => row.flatMap((bit, x) => (bit ? [`M${x} ${y}h1v1h-1z`] : [])));
      if (wanted) setDrawing({ size, path: dark.join('') });
    });
    return () => {
      wanted = false;
    };
  }, [text]);
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
