// The editor's schema: exactly what the sanitiser allows, so that saving changes nothing.
import { Mark } from '@tiptap/core';
import { Image } from '@tiptap/extension-image';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import { TextAlign } from '@tiptap/extension-text-align';
import { StarterKit } from '@tiptap/starter-kit';
import { ALIGNMENTS, alignmentOf, classOf } from './alignment';
import { isAllowedLink, isAllowedPicture, RELATION } from './sanitise';

/** Aligns by class instead of style. */
const AlignByClass = TextAlign.extend({
  addGlobalAttributes() {
    return [
      {
        types: this.options.types,
        attributes: {
          textAlign: {
            default: null,
            parseHTML: (element) => alignmentOf(element) ?? null,
            renderHTML: ({ textAlign }) => {
              const alignment = ALIGNMENTS.find((one) => one === textAlign);
              return alignment ? { class: classOf(alignment) } : {};
            },
          },
        },
      },
    ];
  },
}).configure({
  types: ['heading', 'paragraph', 'tableCell', 'tableHeader'],
  alignments: [...ALIGNMENTS],
});

/** Without the library's widths and styles, and with Tab leaving the table. */
const PlainTable = Table.extend({
  renderHTML: ({ HTMLAttributes }) => ['table', HTMLAttributes, ['tbody', 0]],
  addKeyboardShortcuts() {
    return {
      ...this.parent?.(),
      Tab: () => this.editor.commands.goToNextCell(),
    };
  },
}).configure({ View: null });

/** Keeps existing pictures. New ones cannot be added. */
const KeptPicture = Image.extend({
  parseHTML: () => [
    {
      tag: 'img[src]',
      getAttrs: (element) => (isAllowedPicture(element.getAttribute('src') ?? '') ? null : false),
    },
  ],
  addInputRules: () => [],
}).configure({ inline: true });

/** Marks without a tool, which existing texts may contain. */
const [Subscript, Superscript] = [
  { name: 'subscript', tag: 'sub' },
  { name: 'superscript', tag: 'sup' },
].map(({ name, tag }) =>
  Mark.create({ name, parseHTML: () => [{ tag }], renderHTML: () => [tag, 0] }),
);

export const EXTENSIONS = [
  StarterKit.configure({
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: isAllowedLink,
      HTMLAttributes: { target: '_blank', rel: RELATION },
    },
  }),
  AlignByClass,
  PlainTable,
  TableRow,
  TableHeader,
  TableCell,
  KeptPicture,
  ...[Subscript, Superscript].filter((mark) => mark !== undefined),
];

/**
 * The only typing shortcuts: an author who types "# 1" or "**" in an announcement means it
 * literally.
 */
export const INPUT_RULES = ['bulletList', 'orderedList', 'link'];
