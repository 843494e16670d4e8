/** A mail that is made to stop or crash the tab of its reader. Each contains the word 正文, which must be readable. */
export interface Attack {
  readonly name: string
  readonly html: string
}

const TEXT = '<p>正文</p>'
const many = (count: number, piece: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => piece(at)).join('')
const sheet = (css: string): string => `<style>${css}</style>${TEXT}`
const nested = (tag: string, count = 60_000): string => `${TEXT}${`<${tag}>`.repeat(count)}x`

const FONTS = many(400, (at) => `<font color=${at}>`)

/** Brackets and rules inside each other, for the parser of style sheets. */
export const DEEP_STYLES: readonly Attack[] = [
  { name: 'rules in rules', html: sheet('a{'.repeat(30_000)) },
  {
    name: 'rules in rules, in a sheet that a broken tag makes',
    html: `<<o:p>style>${'a{'.repeat(30_000)}</style>${TEXT}`,
  },
  {
    name: 'rules in rules, in a title of a drawing',
    html: `<svg><title><style>${'a{'.repeat(30_000)}</style></title></svg>${TEXT}`,
  },
  { name: 'rules in rules, in a template', html: `<template><style>${'a{'.repeat(30_000)}</style></template>${TEXT}` },
  { name: 'rules in rules, in a text area', html: `<textarea></textarea><style>${'a{'.repeat(30_000)}</style>${TEXT}` },
  { name: 'selectors in selectors', html: sheet(`${':not('.repeat(20_000)}a${')'.repeat(20_000)}{color:red}`) },
  { name: 'conditions in conditions', html: sheet(`@media ${'('.repeat(20_000)}a${')'.repeat(20_000)}{p{color:red}}`) },
  { name: 'functions in functions', html: sheet(`p{width:${'calc('.repeat(20_000)}1px${')'.repeat(20_000)}}`) },
  { name: 'functions in a style attribute', html: `<p style="width:${'calc('.repeat(50_000)}1px">${TEXT}` },
  {
    name: 'brackets in a condition of a source',
    html: `<picture><source media="${'('.repeat(100_000)}" srcset=x><img></picture>${TEXT}`,
  },
  { name: 'brackets in a condition of a sheet', html: `<style media="${'('.repeat(100_000)}">p{}</style>${TEXT}` },
]

/** Elements inside each other, for the parser of HTML and for code that visits a tree. */
export const DEEP_ELEMENTS: readonly Attack[] = [
  ...[
    'div',
    'b',
    'span',
    'p',
    'blockquote',
    'ul><li',
    'table><tr><td',
    'a href="x"',
    'x-y',
    'form',
    'select',
    'button',
    'svg',
    'math><mi',
    'object',
    'template',
    'font',
    'details',
  ].map((tag) => ({ name: `nested ${tag}`, html: nested(tag) })),
  { name: 'blocks that end in the wrong place', html: TEXT + '<div><table><td></div>'.repeat(30_000) },
  { name: 'items that end in the wrong place', html: TEXT + '<li><ul></li>'.repeat(30_000) },
  { name: 'forms that end in the wrong place', html: TEXT + '<form><div></form>'.repeat(30_000) },
  { name: 'choices that end in the wrong place', html: TEXT + '<div><select></div></select>'.repeat(30_000) },
  { name: 'options in spans', html: TEXT + '<option><span>'.repeat(30_000) },
  {
    name: 'end tags in titles of drawings',
    html: TEXT + '<svg><div><div><div><title></div></div></div></title>'.repeat(20_000),
  },
]

/** What is written once and built, matched or moved thousands of times; patterns that try each place again. */
export const MUCH: readonly Attack[] = [
  { name: 'formatting that every paragraph opens again', html: `${TEXT}<p>${FONTS}</p>${'<p>x</p>'.repeat(20_000)}` },
  { name: 'formatting that every cell opens again', html: `${TEXT}<table>${FONTS}${'<tr>x'.repeat(20_000)}` },
  { name: 'anchors over blocks', html: `${TEXT}${'<a href=x><div>'.repeat(20_000)}` },
  { name: 'formatting over blocks', html: `${TEXT}${'<b><div></b>'.repeat(20_000)}` },
  { name: 'lines', html: `<div>${TEXT}${'x<br>'.repeat(65_000)}</div>` },
  { name: 'lines in a form', html: `<form>${TEXT}${'x<br>'.repeat(65_000)}</form>` },
  { name: 'lines in a film', html: `<video>${TEXT}${'x<br>'.repeat(65_000)}</video>` },
  {
    name: 'lines in a quote',
    html: `<div>${TEXT}<blockquote type="cite">x</blockquote>${'x<br>'.repeat(65_000)}</div>`,
  },
  { name: 'end tags without a beginning', html: TEXT + '</p>'.repeat(300_000) },
  { name: 'attributes', html: `<p ${many(200_000, (at) => `a${at}`)}>x</p>${TEXT}` },
  { name: 'drawings without an end', html: TEXT + '<svg>'.repeat(200_000) },
  { name: 'values in one declaration', html: sheet(`p{font-family:${'a,'.repeat(200_000)}b}`) },
  { name: 'selectors in one rule', html: sheet(`:is(${'a,'.repeat(200_000)}b){color:red}`) },
  {
    name: 'rules',
    html: `<style>${many(40_000, (at) => `*>b.a${at} i{}`.replace('{}', '{top:0;color:red}'))}</style>${TEXT}${'<i>x</i>'.repeat(60_000)}`,
  },
  {
    name: 'rules of elements before',
    html: `<style>${many(500, (at) => `b.a${at}~i{color:red}`)}</style>${TEXT}<div>${'<b></b><i>x</i>'.repeat(20_000)}</div>`,
  },
  { name: 'text', html: `${TEXT}<p>${'甲乙丙丁 '.repeat(400_000)}</p>` },
  { name: 'words that may be addresses', html: `${TEXT}<p>${'a.'.repeat(500_000)} @</p>` },
  { name: 'brackets after an address', html: `${TEXT}<p>https://a.example/${')'.repeat(300_000)}</p>` },
  { name: 'lines that may introduce a quote', html: `${TEXT}<p>${'<b>x:</b>'.repeat(40_000)}</p>` },
]
