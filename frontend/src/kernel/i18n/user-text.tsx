// What people wrote: no catalogue holds it, so the machine-translation widget may translate it, and it runs
// in its own direction, line by line as it was written.
//
// The widget replaces the text nodes inside. React must never look for them again: the element is made anew
// when the text or the language changes, instead of being changed.
import { useLanguage } from './i18n';

export function UserText({ text }: { text: string }) {
  const language = useLanguage();
  return (
    <div key={`${language} ${text}`} dir="auto" translate="yes" style={{ whiteSpace: 'pre-wrap' }}>
      {text}
    </div>
  );
}
