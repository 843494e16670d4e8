import { expect, it } from 'vitest'
import { render, renderTree } from '../../test/render.ts'

it('given a video, leaves its poster and its fallback', () => {
  const { heldImages } = render('<video poster="http://p.test/1"><a href="https://f.test">watch</a></video>')
  expect(heldImages).toEqual({ count: 1, hosts: ['p.test'] })
})

it('given a picture, leaves its image', () => {
  const tree = renderTree('<picture><source srcset="http://s.test/1"><img src="data:image/gif;base64,AA"></picture>')
  expect(tree.querySelector('picture, source')).toBeNull()
  expect(tree.querySelector('img')?.getAttribute('src')).toBe('data:image/gif;base64,AA')
})

it('given only a srcset, takes its first candidate', () => {
  expect(render('<img srcset="http://a.test/1 1x, http://b.test/2 2x">').heldImages.hosts).toEqual(['a.test'])
})
