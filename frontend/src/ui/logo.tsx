// The two logos: the product's and that of the BRAIN BODY service.
interface LogoProps {
  variant: 'uno' | 'brain-body';
  height?: number;
}

const NAMES = { uno: 'UNO', 'brain-body': 'BRAIN BODY' } as const;

export function Logo({ variant, height = 24 }: LogoProps) {
  return variant === 'uno' ? <UnoLogo height={height} /> : <BrainBodyLogo height={height} />;
}

function UnoLogo({ height }: { height: number }) {
  return (
    <svg viewBox="0 0 92 28" height={height} role="img" aria-label={NAMES.uno}>
      <rect width="28" height="28" rx="7" fill="#0f766e" />
      <g fill="none" stroke="#fff" strokeWidth="3" strokeLinecap="round">
        <path d="M7.5 7v7.5a6.5 6.5 0 0 0 13 0V7" />
      </g>
      <circle cx="14" cy="8" r="2" fill="#5eead4" />
      <g
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d="M37.5 7v8a6 6 0 0 0 12 0V7" />
        <path d="M56.5 21V7l10.5 14V7" />
        <circle cx="81" cy="14" r="7" />
      </g>
    </svg>
  );
}

function BrainBodyLogo({ height }: { height: number }) {
  return (
    <svg viewBox="0 0 138 28" height={height} role="img" aria-label={NAMES['brain-body']}>
      <circle cx="14" cy="14" r="14" fill="#115e58" />
      <g fill="none" stroke="#fff" strokeWidth="2.2" strokeLinecap="round">
        <path d="M14 6.5c-4-1.5-7.5 1.5-6.5 5-2 2-1.5 6 1.5 7 .5 2.8 4 3.5 5 1.5z" />
        <path d="M14 6.5c4-1.5 7.5 1.5 6.5 5 2 2 1.5 6-1.5 7-.5 2.8-4 3.5-5 1.5z" />
      </g>
      <path d="M5 14h4l2-3 3 6 3-5 1.5 2H23" fill="none" stroke="#5eead4" strokeWidth="1.8" />
      <text
        x="36"
        y="19"
        fontSize="14"
        fontWeight="700"
        letterSpacing="0.6"
        fill="currentColor"
        fontFamily="system-ui, sans-serif"
      >
        BRAIN BODY
      </text>
    </svg>
  );
}
