import { type Point, range } from '../geometry.ts';
import { ellipse, type Sheet, shape, stroke } from '../sheet.ts';
import { blur, fibres } from '../texture.ts';

const ember = '#ff9a5c';
const flesh = '#0a1114';
const glassLight = '#8fd0c5';

const face =
  'C604 650 602 664 598 676C592 690 590 698 582 714C572 734 558 748 556 758C556 768 570 772 582 774C584 782 574 788 572 796C572 802 580 804 588 806C580 812 574 820 576 830C578 838 588 840 588 848C582 862 580 880 592 894C610 910 648 902 676 894';
const head = `M846 940C832 880 838 840 862 796C900 720 890 600 812 552C748 514 652 524 622 596C612 620 608 634 606 650${face}`;

/** The reader, in profile against the lamp: the light runs along the face, the throat and the chest. */
export function reader(sheet: Sheet, lamp: Point): string[] {
  const body = `${head}C690 930 692 958 680 980C640 1020 520 1046 452 1134C404 1210 388 1400 378 1600H1180C1172 1370 1128 1130 1026 1066C950 1020 872 1004 846 940Z`;
  const rim = (d: string, width: number, opacity: number) =>
    stroke(d, ember, width, { opacity, 'stroke-linejoin': 'round' });
  return [
    shape(body, '#000', {
      opacity: 0.5,
      filter: blur(sheet, 22, { x: 300, y: 460, width: 920, height: 1180 }),
    }),
    shape(body, flesh),
    // Cloth that turns from the lamp.
    shape(
      'M680 980C640 1020 520 1046 452 1134C404 1210 388 1400 378 1600H760C700 1400 700 1150 760 1010Z',
      sheet.radial(lamp, 520, [
        [0, '#9a522a', 0.85],
        [0.6, '#3a2418', 0.6],
        [1, flesh, 0],
      ]),
    ),
    shape(
      'M680 980C640 1020 520 1046 452 1134C404 1210 388 1400 378 1600H760C700 1400 700 1150 760 1010Z',
      fibres(sheet, 90, 420, 8),
      { opacity: 0.16 },
    ),
    // The cheek sees a little of it, the hair less.
    shape(
      `M606 650${face}C700 850 716 770 690 700C676 664 640 640 606 650Z`,
      sheet.radial([500, 880], 250, [
        [0, '#c4703c', 0.85],
        [0.5, '#6a3c24', 0.5],
        [1, flesh, 0],
      ]),
    ),
    shape(
      'M622 596C652 524 748 514 812 552C890 600 900 720 862 796C842 812 800 800 786 760C740 700 690 640 606 650C608 634 612 620 622 596Z',
      '#05090a',
    ),
    ...range(7).map((i) =>
      stroke(
        `M${628 + i * 22} ${600 - i * 9}C${690 + i * 20} ${596 - i * 6} ${760 + i * 14} ${640 + i * 8} ${800 + i * 8} ${730 + i * 8}`,
        ember,
        1.6,
        {
          opacity: 0.16,
        },
      ),
    ),
    rim(`M606 650${face}`, 5, 0.95),
    rim('M676 894C690 930 692 958 680 980C640 1020 520 1046 452 1134C404 1210 388 1400 378 1600', 5, 0.8),
    // A closed eye: whoever reads aloud knows the line.
    stroke('M606 706C614 712 624 713 634 709', '#1a0d06', 5),
    stroke('M600 682C612 674 628 674 640 680', '#1a0d06', 5, { opacity: 0.7 }),
    // Headphones.
    stroke('M750 646C738 596 734 556 736 527', '#020506', 26, { 'stroke-linecap': 'butt' }),
    stroke('M738 640C726 592 723 556 725 530', ember, 3, { opacity: 0.5 }),
    // What comes through the glass, on the hair and the shoulder.
    stroke('M756 529C800 538 846 576 868 640C884 700 880 752 862 796', glassLight, 3.4, { opacity: 0.55 }),
    stroke('M884 1000C950 1024 1000 1048 1036 1072C1100 1116 1130 1240 1150 1400', glassLight, 3, {
      opacity: 0.3,
    }),
    ellipse([752, 714], 58, 76, '#04080a', { transform: 'rotate(-8 752 714)' }),
    ellipse([744, 716], 40, 58, '#0e1719', { transform: 'rotate(-8 744 716)' }),
    stroke('M700 734C694 690 704 652 730 640', ember, 4, { opacity: 0.8 }),
    stroke('M770 786C776 880 800 980 860 1080C900 1150 900 1300 880 1600', '#04080a', 9),
  ];
}
