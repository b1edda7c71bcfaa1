/** Example results on the cards of the quick start, made from the landscape photo by `scripts/dev/images/`. */

const LANDSCAPE = '/home/landscape.webp';

export function ScaleImage() {
  return (
    <>
      <CardImage
        src={LANDSCAPE}
        className="absolute top-[9%] left-1/2 h-[82%] w-auto max-w-none -translate-x-1/2 rounded-inner opacity-30"
      />
      <CardImage src="/home/scaler.webp" className="absolute bottom-[9%] left-[11.56%] h-[42%] w-auto max-w-none" />
      <span className="scheme-light absolute bottom-[9%] left-[11.56%] aspect-3/2 h-[42%]">
        <Handles />
      </span>
    </>
  );
}

export function CropImage() {
  return (
    <>
      <CardImage src="/home/cropper.webp" className="size-full object-cover" />
      <span className="scheme-light absolute right-3 bottom-3 aspect-3/2 w-[30%] overflow-hidden rounded-inner border-2 border-paper">
        <CardImage src={LANDSCAPE} className="size-full object-cover" />
        <span className="absolute inset-[23.8%_0.2%_16.2%_35.8%] border border-paper outline outline-ink" />
      </span>
    </>
  );
}

/** Shows a photo before and after an adjustment. The CSS filters, in this order, match the tool's formulas. */
export function ColorImage() {
  return (
    <>
      <CardImage src={LANDSCAPE} className="size-full object-cover" />
      <CardImage
        src={LANDSCAPE}
        className="absolute inset-0 size-full object-cover [filter:saturate(1.5)_brightness(0.78)_hue-rotate(-38deg)] [clip-path:inset(0_0_0_50%)]"
      />
      <span className="scheme-light absolute inset-y-0 left-1/2 w-0.5 -translate-x-1/2 bg-paper" />
    </>
  );
}

export function TextImage() {
  return (
    <>
      <CardImage src={LANDSCAPE} className="size-full object-cover" />
      <CardImage src="/home/poem.svg" className="absolute top-[12%] left-[44%] h-[60%] w-auto max-w-none" />
    </>
  );
}

function CardImage({ src, className }: { readonly src: string; readonly className: string }) {
  return <img src={src} alt="" loading="lazy" decoding="async" className={className} />;
}

const corners = ['-top-1 -left-1', '-top-1 -right-1', '-bottom-1 -left-1', '-bottom-1 -right-1'];

function Handles() {
  return (
    <>
      <span className="absolute inset-0 border-2 border-paper outline outline-ink/40" />
      {corners.map((corner) => (
        <span key={corner} className={`absolute ${corner} size-2.5 rounded-full border border-ink bg-paper`} />
      ))}
    </>
  );
}
