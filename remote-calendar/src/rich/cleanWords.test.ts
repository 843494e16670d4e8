// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { cleanWords, isFormatted } from './cleanWords.ts'

test.each([
  ['<p onclick="x()" style="color:red">a<script>b</script></p>', '<p>a</p>'],
  [
    '<a href="javascript:alert(1)">x</a><a href="https://ok.example/">y</a>',
    '<a>x</a><a href="https://ok.example/">y</a>',
  ],
  ['<a href="tel:+86-21-5555,123#">会议电话</a>', '<a href="tel:+86-21-5555,123#">会议电话</a>'],
  ['<center><font color="red"><b id="top">x</b></font></center>', '<b>x</b>'],
  ['<img src="https://evil.example/x.png"><svg><a href="https://evil.example">z</a></svg>w', 'w'],
  ['<ul class="x"><li data-a="1">one</li></ul>', '<ul><li>one</li></ul>'],
  ['<p style=color:red>1 &lt; 2</p>', '<p>1 &lt; 2</p>'],
  ['<p>write style="x" here</p>', '<p>write style="x" here</p>'],
])('%s is cleaned', (html, clean) => {
  expect(cleanWords(html).innerHTML).toBe(clean)
})

test('plain words are not called formatted', () => {
  expect(isFormatted(cleanWords('<p>one</p><p><br></p><div>two <span>three</span></div>'))).toBe(false)
  expect(isFormatted(cleanWords('<p>one <b>two</b></p>'))).toBe(true)
  expect(isFormatted(cleanWords('<p><a href="https://ok.example/">x</a></p>'))).toBe(true)
})
