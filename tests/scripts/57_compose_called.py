"""What a `Compose` returns that is called outside a pipeline: an array, or a tuple where Pillow images are concerned."""

import io

import numpy as np
from PIL import Image

import mindspore as ms
from mindspore.dataset import audio, text, transforms, vision

array = np.arange(10 * 12 * 3).reshape(10, 12, 3).astype(np.uint8)
image = Image.fromarray(array)
buffer = io.BytesIO()
image.save(buffer, "png")
encoded = np.frombuffer(buffer.getvalue(), np.uint8)
resize = vision.Resize((4, 4))


def told(value):
    if isinstance(value, tuple):
        return f"({', '.join(told(one) for one in value)},)"
    return f"{type(value).__name__} {getattr(value, 'shape', getattr(value, 'size', ''))} {getattr(value, 'dtype', '')}"


def show(name, operations, *values):
    try:
        print(name, told(transforms.Compose(operations)(*values)))
    except RuntimeError as error:
        print(name, type(error).__name__)


show("array", [resize, vision.HWC2CHW()], array)
show("image", [resize, vision.CenterCrop(4)], image)
show("image to array", [vision.ToTensor()], image)
show("array to array", [vision.ToTensor()], array)
show("by way of an image", [vision.ToPIL(), resize, vision.ToTensor()], array)
show("five images", [vision.ToPIL(), vision.FiveCrop(4)], array)
show("encoded", [vision.Decode(), resize], encoded)
show("encoded to an image", [vision.Decode(to_pil=True), vision.ToTensor()], encoded)
show("function", [lambda x: x + 1], array)
show("function of an image", [lambda x: x], image)
show("function of two", [lambda a, b: (a, b)], array, array)
show("function, then operation", [lambda x: x, resize], array)
show("Tensor", [resize], ms.Tensor(array))
show("two for one", [resize], array, array)
show("number", [lambda x: x + 1], 3)
show("within another", [transforms.Compose([resize]), vision.HWC2CHW()], array)
show("types", [transforms.TypeCast(ms.float32)], array)
show("classes", [transforms.OneHot(5)], np.array(3))
show("text", [text.WhitespaceTokenizer()], "a b")
show("sound", [audio.Vol(2.0)], np.ones((2, 10)))
show("random", [vision.RandomHorizontalFlip(1.0), vision.RandomCrop(4)], array)
show("augmented", [vision.AutoAugment(), vision.ToTensor()], array)
show("one row", [transforms.Unique()], np.array([1, 2, 1], np.int32))
show("rows", [transforms.Unique()], np.array([[1, 2, 1], [1, 1, 1]], np.int32))
