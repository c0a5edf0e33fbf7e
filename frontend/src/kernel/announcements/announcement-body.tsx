// The content of an announcement below its title. The author's preview uses the same component.
import { Text } from '@mantine/core';
import { UserText } from '~/kernel/i18n/user-text';
import RichText from '~/kernel/rich-text/rich-text';

interface AnnouncementBodyProps {
  subName: string | null;
  content: string;
}

export default function AnnouncementBody({ subName, content }: AnnouncementBodyProps) {
  return (
    <>
      {subName !== null && subName !== '' && (
        <Text component="div" c="dimmed" size="lg" mb="md">
          <UserText text={subName} />
        </Text>
      )}
      <RichText html={content} />
    </>
  );
}
