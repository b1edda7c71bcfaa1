import { nodeFonts } from '#scripts/platform/fonts.ts';
import { setText, lineTexts, fontsFor } from '../tests/text/setting.ts';
for (const w of [5,5.5,6]) console.log(w, JSON.stringify(lineTexts('The fog comes on little cat feet', await setText(nodeFonts, 'The fog comes on little cat feet', {vertical:false,family:'Merriweather',widthEm:w}))));
for (const fam of ['Amiri','Cairo']) for (const t of ['بيت','ككك','سسس','عين','ننن','ططط']) { const f=await fontsFor(nodeFonts,t,{family:fam}); const sh=(x:string)=>f.primary.shape(x,0,x.length,{script:'Arab',language:'ar',rightToLeft:true}).map(g=>g.glyph); const [a,b,c]=[...t]; console.log(fam,t,sh(t).reverse(),[sh(a+'\u200d'),sh('\u200d'+b+'\u200d'),sh('\u200d'+c)].flat(), [...t].map(x=>sh(x)[0])); }
console.log((await setText(nodeFonts,'♥︎葛\u{e0100}\u200b')).boxes.map(b=>[b.text,b.outline?.glyph,b.start,b.end]));
