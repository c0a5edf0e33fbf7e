// Draws a time chart. The only module that loads the drawing library, reduced to what a line chart
// needs.
import { useDirection } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { LineChart } from 'echarts/charts';
import {
  GridComponent,
  MarkAreaComponent,
  MarkLineComponent,
  TooltipComponent,
} from 'echarts/components';
import { init, use as register, type ECharts } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { use, useEffect, useRef, useState } from 'react';
import { useLanguage } from '~/kernel/i18n/i18n';
import { chartOption } from './chart-option';
import classes from './chart.module.css';
import { OnPaper } from './on-paper';
import type { TimeChart } from './time-chart';

register([
  LineChart,
  GridComponent,
  MarkAreaComponent,
  MarkLineComponent,
  TooltipComponent,
  SVGRenderer,
]);

export interface DrawingProps {
  chart: TimeChart;
  height: number;
  onDrawn: () => void;
}

export default function Drawing({ chart, height, onDrawn }: DrawingProps) {
  const language = useLanguage();
  const { dir } = useDirection();
  const calm = useReducedMotion();
  const paper = use(OnPaper);
  const still = calm || paper;
  const host = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState<ECharts>();

  useEffect(() => {
    const element = host.current;
    if (!element) return;
    let made: ECharts | undefined;
    // Creates the chart once its container has a width, and resizes it afterwards.
    const observer = new ResizeObserver(() => {
      if (element.clientWidth === 0) return;
      if (made) {
        made.resize();
      } else {
        made = init(element, null, { renderer: 'svg' });
        setDrawn(made);
      }
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      made?.dispose();
      setDrawn(undefined);
    };
  }, []);

  useEffect(() => {
    if (!drawn) return;
    const { fontFamily } = getComputedStyle(drawn.getDom());
    const around = { rightToLeft: dir === 'rtl', still, fontFamily, height };
    drawn.setOption(chartOption(chart, around), { notMerge: true });
    onDrawn();
    // The language is a dependency although no argument: texts and numbers change with it.
  }, [drawn, chart, dir, still, height, language, onDrawn]);

  // A table next to it has the same content; see chart-card.tsx.
  return <div ref={host} className={classes.drawing} style={{ height }} aria-hidden />;
}
