import { drawOnce } from './draw-once';

const picture = new ArrayBuffer(1);

test('concurrent requests for one picture draw it once, and pictures are drawn one at a time', async () => {
  let drawing = 0;
  let most = 0;
  const draw = jest.fn(async () => {
    drawing += 1;
    most = Math.max(most, drawing);
    await null;
    drawing -= 1;
    return picture;
  });
  const asked = ['a', 'a', 'b', 'a', 'c'].map((key) => drawOnce(key, draw));
  expect(await Promise.all(asked)).toEqual(Array(5).fill(picture));
  expect([draw.mock.calls.length, most]).toEqual([3, 1]);
});

test('too many pictures are refused before they slow down the site', async () => {
  const asked = Array.from({ length: 30 }, (_, at) => drawOnce(`crowd ${at}`, async () => picture));
  expect(asked.filter((one) => one === null)).toHaveLength(10);
  await Promise.all(asked);
});

test('a failed picture is drawn again, and blocks no other', async () => {
  await expect(drawOnce('bad', () => Promise.reject(new Error('no font')))).rejects.toThrow('no font');
  expect(await drawOnce('bad', async () => picture)).toBe(picture);
});
