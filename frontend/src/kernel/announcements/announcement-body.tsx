// What readers see of an announcement below its title; its writer's preview shows the same.
import { Text } from '@mantine/core';
import RichText from '~/kernel/rich-text/rich-text';

interface AnnouncementBodyProps {
  subName: string | null;
  content: string;
}

export default function AnnouncementBody({ subName, content }: AnnouncementBodyProps) {
  return (
    <>
      {subName !== null && subName !== '' && (
        <Text component="p" c="dimmed" size="lg" mt={0} mb="md" dir="auto">
          {subName}
        </Text>
      )}
      <RichText html={content} />
    </>
  );
}
