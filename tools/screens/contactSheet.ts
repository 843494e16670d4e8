import { type Screen, sizeOf } from './screens.ts'

/** A page with all pictures side by side, each leading to itself in full size. */
export function contactSheet(screens: readonly Screen[]): string {
  const pictures = screens.map((screen) => {
    const { width, height } = sizeOf(screen)
    return `<figure><a href="${screen.name}.png"><img src="${screen.name}.png" alt="${screen.name}" width="${Math.round(width / 3)}" height="${Math.round(height / 3)}" loading="lazy"></a><figcaption>${screen.name}</figcaption></figure>`
  })
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Screens of Yanshu</title>
<style>
body { display: flex; flex-wrap: wrap; gap: 24px; margin: 24px; background: #777; color: #fff; font: 14px system-ui; }
figure { margin: 0; }
img { display: block; }
figcaption { margin-top: 4px; }
</style>
${pictures.join('\n')}
</html>
`
}
