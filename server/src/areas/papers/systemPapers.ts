import type { Language, Paper, PaperDesign } from '@yanshu/contracts'

/** The papers of the product: drawn for it, by colours and table cells alone. */
const SYSTEM: readonly {
  readonly key: string
  readonly name: Record<Language, string>
  readonly design: PaperDesign
}[] = [
  {
    key: 'plain',
    name: { zh: '素笺', en: 'Plain sheet' },
    design: { ground: '#f2f3f5', sheet: '#ffffff', text: '#1f2329', line: '#c9cdd4', ornament: 'none' },
  },
  {
    key: 'celadon',
    name: { zh: '青瓷', en: 'Celadon' },
    design: { ground: '#e3f1ee', sheet: '#fbfefd', text: '#17332f', line: '#0e8f86', ornament: 'band' },
  },
  {
    key: 'ruled',
    name: { zh: '朱丝栏', en: 'Red margins' },
    design: { ground: '#f8f1e4', sheet: '#fffbf3', text: '#33261d', line: '#b8402e', ornament: 'margins' },
  },
  {
    key: 'bamboo',
    name: { zh: '竹简', en: 'Bamboo slips' },
    design: { ground: '#ece5cf', sheet: '#fbf7ea', text: '#2e2a1c', line: '#9c8546', ornament: 'slips' },
  },
  {
    key: 'ridges',
    name: { zh: '远山', en: 'Distant ridges' },
    design: { ground: '#e6edf6', sheet: '#fcfdff', text: '#1d2b3f', line: '#2456d6', ornament: 'ridges' },
  },
  {
    key: 'lanterns',
    name: { zh: '灯会', en: 'Lanterns' },
    design: { ground: '#f7e2d3', sheet: '#fff8f0', text: '#3d1c12', line: '#b3261e', ornament: 'frame' },
  },
  {
    key: 'begonia',
    name: { zh: '海棠', en: 'Begonia' },
    design: { ground: '#fae8ee', sheet: '#fffafb', text: '#3a1f29', line: '#c23a6b', ornament: 'band' },
  },
  {
    key: 'graphite',
    name: { zh: '石墨', en: 'Graphite' },
    design: { ground: '#dfe3e8', sheet: '#ffffff', text: '#23272e', line: '#4b5563', ornament: 'frame' },
  },
]

/** The papers of the product, named in a language. */
export const systemPapers = (language: Language): Paper[] =>
  SYSTEM.map(({ key, name, design }) => ({ key: `system-${key}`, name: name[language], design }))
