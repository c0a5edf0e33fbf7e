// A collapsible section of a form, for fields that are rarely filled in. Its values are kept while
// it is collapsed.
import { useId, type ReactNode } from 'react';
import { UnstyledButton } from '@mantine/core';
import { useText, type MessageKey } from '~/kernel/i18n/i18n';
import { MoreIcon } from '~/ui/icons';
import classes from './form-section.module.css';

interface FormSectionProps {
  title: MessageKey;
  isOpen: boolean;
  onToggle: () => void;
  children: ReactNode;
}

export function FormSection({ title, isOpen, onToggle, children }: FormSectionProps) {
  const t = useText();
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={`${id}-title`}>
      <UnstyledButton
        id={`${id}-title`}
        className={classes.title}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={onToggle}
      >
        <MoreIcon size={18} stroke={1.6} aria-hidden />
        {t(title)}
      </UnstyledButton>
      <div id={id} hidden={!isOpen}>
        {children}
      </div>
    </section>
  );
}

interface Sectioned {
  name: string;
  section?: MessageKey;
}

/** Groups consecutive fields of the same section. */
export function inSections<Field extends Sectioned>(
  fields: readonly Field[],
): { section: MessageKey | undefined; fields: Field[] }[] {
  const parts: { section: MessageKey | undefined; fields: Field[] }[] = [];
  for (const field of fields) {
    const last = parts.at(-1);
    if (last && last.section === field.section) last.fields.push(field);
    else parts.push({ section: field.section, fields: [field] });
  }
  return parts;
}

/**
 * Returns the sections of the fields that match. Returns a plain `Set`: checking a `ReadonlySet` of
 * so many keys takes the compiler longer than the rest of the console.
 */
export function sectionsOf(
  fields: readonly Sectioned[],
  isAmong: (name: string) => boolean,
): Set<MessageKey> {
  const found = new Set<MessageKey>();
  for (const { name, section } of fields) {
    if (section !== undefined && isAmong(name)) found.add(section);
  }
  return found;
}
