// User-generated content. No catalogue contains it, so the machine-translation widget may translate
// it. It has its own text direction and keeps its line breaks.
//
// The widget replaces the text nodes inside the element. React must never look for them again, so
// the element is remounted, not updated, when the text or the language changes.
import { useLanguage } from './i18n';

export function UserText({ text }: { text: string }) {
  const language = useLanguage();
  return (
    <div key={`${language} ${text}`} dir="auto" translate="yes" style={{ whiteSpace: 'pre-wrap' }}>
      {text}
    </div>
  );
}
