import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useRef,
  useState,
} from 'react';
import { classNames } from '../../ui/class-names.ts';
import styles from './Stage.module.css';

/** A point of the drawn stage; its edge is 1 away from the middle. */
export interface Point {
  x: number;
  y: number;
}

interface StageHandleProps {
  stage: RefObject<HTMLElement | null>;
  children: ReactNode;
  className: string | undefined;
  point: Point;
  label: string;
  /** Degrees, for its role as a slider for screen readers. */
  value: number;
  valueText: string;
  describedBy: string;
  onDrag(point: Point): void;
  /** Handles an arrow key or Home. @returns whether it had an effect */
  onKey(key: string): boolean;
}

/** The part of the stage's half that is drawn on: the rest is room for handles at the edge. */
export const drawnPart = 0.86;

/** A handle on the stage that can be moved with a pointer or the arrow keys. */
export function StageHandle({
  stage,
  children,
  className,
  point,
  label,
  value,
  valueText,
  describedBy,
  onDrag,
  onKey,
}: StageHandleProps) {
  const grip = useRef<Point | null>(null);
  // What moves by itself has, while it has the focus, the place where it was when it got it: a screen reader reads out each
  // change of the focused slider, and would talk over the scene.
  const place = [Math.round(value), valueText] as const;
  const [kept, setKept] = useState<typeof place | null>(null);
  const told = kept ?? place;

  function pointOf(event: PointerEvent): Point | null {
    const box = stage.current?.getBoundingClientRect();
    if (!box) return null;
    const half = (box.width / 2) * drawnPart;
    return {
      x: (event.clientX - box.left - box.width / 2) / half,
      y: (event.clientY - box.top - box.height / 2) / half,
    };
  }

  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    const at = pointOf(event);
    if (!at || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    // A handle that is gripped off its middle does not jump.
    grip.current = { x: point.x - at.x, y: point.y - at.y };
  }

  function onPointerMove(event: PointerEvent<HTMLDivElement>) {
    const at = pointOf(event);
    if (!grip.current || !at) return;
    // The focus comes after the press: only a drag tells that somebody moves it.
    setKept(null);
    onDrag({ x: at.x + grip.current.x, y: at.y + grip.current.y });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey || !onKey(event.key)) return;
    // Somebody has moved it: from now on it stays where it is put, and its place is read out.
    setKept(null);
    event.preventDefault();
  }

  return (
    <div
      className={classNames(styles['handle'], className)}
      style={{ left: `${50 + point.x * 50 * drawnPart}%`, top: `${50 + point.y * 50 * drawnPart}%` }}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={-180}
      aria-valuemax={180}
      aria-valuenow={told[0]}
      aria-valuetext={told[1]}
      aria-describedby={describedBy}
      onFocus={() => setKept(place)}
      onBlur={() => setKept(null)}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        grip.current = null;
      }}
      onPointerCancel={() => {
        grip.current = null;
      }}
      onKeyDown={onKeyDown}
    >
      {children}
    </div>
  );
}
